/* Random matches of Tan-Tan Caravan in plain C: what a compiler that knows nothing of Python makes of the same rules.

   A literal translation: the rules of games/tantan/rules.py as a C programmer would first write them, with a mask of
   bytes for what is legal, and the cipher of kernel/chance.py one block at a time. With the same key it plays the same
   matches, which reference.py checks. Numbers such as "tantan 7" are those of the rules page. */

#include <stdint.h>
#include <string.h>

enum { FOOD, CLOTHES, CLOTH, LANTERNS, SPICES, JEWELS, LAMP, PRINCESS, MERCHANT, THIEF, MOUSE, CARDS };
enum { GOODS = LAMP, TREASURES = THIEF, SEATS = 4, SLOTS = 5, MOST_CARDS = 128, NONE = -1 };
enum { TURN, BUYING, LOADING, LOT_PHASE, THEFT, BITE, OVER };
enum { PLAY, PASS, END_PILE_EMPTY, END_NOTHING_TO_ADD };
enum { TAKE = 0, LOAD = TAKE + SLOTS, CONFIRM = LOAD + CARDS, LOT, STEAL = LOT + MOUSE, FEED = STEAL + SEATS - 1,
       ACTIONS = FEED + TREASURES };
enum { SHARES = 60 };

typedef struct {
    int8_t copies[CARDS], points[GOODS], purse[CARDS], slot_cost[SLOTS], places[3], removed[3][GOODS];
    int8_t hand_limit, merchant_points;
} Edition;

typedef struct {
    int8_t seats, phase, turn, actor, last_adder, purse, market[SLOTS], caravan[CARDS], hand[SEATS][CARDS];
    int8_t laid[SEATS][CARDS], discarded[CARDS], spent, loading, starter, served, thefts, mouse_due, after;
    int16_t pile_left;
    int8_t pile[MOST_CARDS];
} State;

/* Chance ------------------------------------------------------------------------------------------------------- */

typedef struct { uint32_t key[8], word[16]; uint64_t stream, block; int used; } Stream;

#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define QUARTER(a, b, c, d)                                                                                  \
    a += b, d ^= a, d = ROTATE(d, 16), c += d, b ^= c, b = ROTATE(b, 12), a += b, d ^= a, d = ROTATE(d, 8), \
    c += d, b ^= c, b = ROTATE(b, 7)

static void scramble(Stream *c) {
    uint32_t first[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
    memcpy(first + 4, c->key, 32);
    first[12] = (uint32_t)c->block, first[13] = (uint32_t)(c->block >> 32);
    first[14] = (uint32_t)c->stream, first[15] = (uint32_t)(c->stream >> 32);
    memcpy(x, first, 64);
    for (int k = 0; k < 6; k++) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
    for (int k = 0; k < 16; k++) c->word[k] = x[k] + first[k];
    c->block++, c->used = 0;
}

static uint32_t draw(Stream *c) {
    if (c->used == 16) scramble(c);
    return c->word[c->used++];
}

static int below(Stream *c, uint32_t n) {
    uint64_t product = (uint64_t)draw(c) * n;
    if ((uint32_t)product < n)
        for (uint32_t unfair = -n % n; (uint32_t)product < unfair;) product = (uint64_t)draw(c) * n;
    return (int)(product >> 32);
}

/* Rules -------------------------------------------------------------------------------------------------------- */

static int in_play(const Edition *e, const State *s, int card) {
    return e->copies[card] - (card < GOODS ? e->removed[s->seats - 2][card] : 0);
}

static int held(const State *s, int seat) {
    int total = 0;
    for (int card = 0; card < CARDS; card++) total += s->hand[seat][card];
    return total;
}

static int riches(const State *s, int seat) {
    int total = 0;
    for (int card = 0; card < TREASURES; card++) total += s->laid[seat][card];
    return total;
}

static int free_places(const Edition *e, const State *s) {
    int places = e->places[s->seats - 2];
    for (int card = 0; card < CARDS; card++) places -= s->caravan[card];
    return places;
}

static int draw_from_pile(State *s) {
    if (s->pile_left == 0) return NONE;
    int card = s->pile[--s->pile_left];
    s->pile[s->pile_left] = NONE;
    return card;
}

static int can_take(const Edition *e, const State *s, int slot, int money) {
    return s->market[slot] != NONE && e->slot_cost[slot] <= money; /* tantan 2 */
}

static int can_buy_nothing(const State *s) { return s->purse != NONE && s->market[0] == NONE; /* tantan 2 */ }

static int can_act(const Edition *e, const State *s, int seat) {
    if (held(s, seat) > 0) return 1;
    if (s->purse == NONE) return 0;
    if (can_buy_nothing(s)) return 1;
    for (int slot = 0; slot < SLOTS; slot++)
        if (can_take(e, s, slot, e->purse[s->purse])) return 1;
    return 0;
}

static int lots_left(const State *s) {
    for (int card = 0; card < MOUSE; card++)
        if (s->caravan[card]) return 1;
    return 0;
}

static int rivals_hold_cards(const State *s) {
    for (int k = 1; k < s->seats; k++)
        if (held(s, (s->actor + k) % s->seats)) return 1;
    return 0;
}

static int serve_on(State *s) {
    for (;;) {
        /* tantan 8: the lot with its thefts comes first, the mouse after. */
        if (s->thefts > 0) {
            if (rivals_hold_cards(s)) {
                s->phase = THEFT;
                return 1;
            }
            s->thefts = 0;
        }
        if (s->mouse_due) {
            s->mouse_due = 0;
            if (s->caravan[MOUSE]) {
                s->caravan[MOUSE]--;
                s->discarded[MOUSE]++;
                if (riches(s, s->actor)) {
                    s->phase = BITE;
                    return 1;
                }
            }
        }
        s->served++;
        /* tantan 11: it ends when every seat has taken or the caravan is empty. */
        if (s->served == s->seats || !(lots_left(s) || s->caravan[MOUSE])) return 0;
        s->actor = (s->starter + s->served) % s->seats;
        s->mouse_due = 1;
        if (lots_left(s)) {
            s->phase = LOT_PHASE;
            return 1;
        }
    }
}

static void begin_distribution(State *s, int starter, int after) {
    s->starter = starter, s->after = after, s->served = 0, s->thefts = 0, s->mouse_due = 0;
    s->actor = starter, s->phase = LOT_PHASE;
}

static void pass_turn(const Edition *e, State *s, int first) {
    for (int k = 0; k < s->seats; k++) {
        int seat = (first + k) % s->seats;
        if (can_act(e, s, seat)) { /* tantan 6 */
            s->turn = s->actor = seat, s->phase = TURN;
            return;
        }
    }
    /* tantan 13: no seat can add a card: a last distribution from the last seat that added one. */
    begin_distribution(s, s->last_adder, END_NOTHING_TO_ADD);
    if (!lots_left(s) && !serve_on(s)) s->phase = OVER, s->served = 0;
}

static void serve(const Edition *e, State *s) {
    if (serve_on(s)) return;
    if (s->after == PLAY || s->after == PASS) {
        int first = s->starter + (s->after == PASS);
        s->starter = 0, s->served = 0, s->after = PLAY;
        pass_turn(e, s, first);
    } else
        s->phase = OVER, s->served = 0;
}

static void distribute(const Edition *e, State *s, int starter, int after) {
    begin_distribution(s, starter, s->pile_left == 0 ? END_PILE_EMPTY : after); /* tantan 12 */
    if (!lots_left(s)) serve(e, s);                                             /* tantan 10 */
}

static void deal(const Edition *e, State *s, Stream *c) {
    int seats = s->seats, left = 0;
    memset(s, 0, sizeof *s);
    s->seats = seats, s->loading = NONE;
    /* tantan 1: some goods stay in the box; the rest is shuffled; the pile lies face up, hands start empty. */
    for (int card = 0; card < CARDS; card++)
        for (int k = in_play(e, s, card); k > 0; k--) s->pile[left++] = card;
    memset(s->pile + left, NONE, MOST_CARDS - left);
    for (int k = left - 1; k > 0; k--) {
        int j = below(c, k + 1), card = s->pile[k];
        s->pile[k] = s->pile[j], s->pile[j] = card;
    }
    s->pile_left = left;
    s->purse = draw_from_pile(s);
    for (int slot = 0; slot < SLOTS; slot++) s->market[slot] = draw_from_pile(s);
    s->turn = s->last_adder = below(c, seats);
    pass_turn(e, s, s->turn);
}

static int legal(const Edition *e, const State *s, uint8_t *mask) {
    int count = 0, seat = s->actor;
    memset(mask, 0, ACTIONS);
    if (s->phase == TURN || s->phase == BUYING) {
        /* tantan 2: never above the hand limit; a full hand cannot buy at all. */
        if (s->purse != NONE && held(s, seat) < e->hand_limit) {
            int money = e->purse[s->purse] - s->spent;
            for (int slot = 0; slot < SLOTS; slot++)
                if (can_take(e, s, slot, money)) mask[TAKE + slot] = 1, count++;
            if (s->phase == TURN && can_buy_nothing(s)) mask[CONFIRM] = 1, count++;
        }
        if (s->phase == BUYING) mask[CONFIRM] = 1, count++;
    }
    if (s->phase == TURN || s->phase == LOADING) {
        /* tantan 5: one type, with any number of mice, within the free places; mice alone are allowed. */
        if (free_places(e, s) > 0)
            for (int card = 0; card < CARDS; card++)
                if (s->hand[seat][card] && (s->loading == NONE || card == s->loading || card == MOUSE))
                    mask[LOAD + card] = 1, count++;
        if (s->phase == LOADING) mask[CONFIRM] = 1, count++;
    } else if (s->phase == LOT_PHASE) {
        for (int card = 0; card < MOUSE; card++) /* tantan 7 */
            if (s->caravan[card]) mask[LOT + card] = 1, count++;
    } else if (s->phase == THEFT) {
        for (int k = 1; k < s->seats; k++) /* tantan 9 */
            if (held(s, (seat + k) % s->seats)) mask[STEAL + k - 1] = 1, count++;
    } else if (s->phase == BITE) {
        for (int card = 0; card < TREASURES; card++) /* tantan 8 */
            if (s->laid[seat][card]) mask[FEED + card] = 1, count++;
    }
    return count;
}

static void finish_purchase(const Edition *e, State *s) {
    /* tantan 3: the purse card joins the caravan, the market slides left into the purse, the gaps are filled. */
    int kept = 0;
    s->caravan[s->purse]++;
    s->last_adder = s->turn, s->spent = 0, s->purse = NONE;
    for (int slot = 0; slot < SLOTS; slot++) {
        int card = s->market[slot];
        s->market[slot] = NONE;
        if (card == NONE) continue;
        if (s->purse == NONE)
            s->purse = card;
        else
            s->market[kept++] = card;
    }
    if (s->purse == NONE) s->purse = draw_from_pile(s);
    for (int slot = kept; slot < SLOTS; slot++) s->market[slot] = draw_from_pile(s);
    if (free_places(e, s) == 0)
        distribute(e, s, (s->turn + 1) % s->seats, PLAY); /* tantan 4 */
    else
        pass_turn(e, s, s->turn + 1);
}

static void finish_load(const Edition *e, State *s) {
    s->last_adder = s->turn, s->loading = NONE;
    if (free_places(e, s) == 0)
        distribute(e, s, s->turn, PASS); /* tantan 5 */
    else
        pass_turn(e, s, s->turn + 1);
}

static void take_lot(const Edition *e, State *s, int card) {
    int number = s->caravan[card];
    s->caravan[card] = 0;
    if (card == THIEF) /* tantan 9 */
        s->discarded[THIEF] += number, s->thefts = number;
    else
        s->laid[s->actor][card] += number;
    serve(e, s);
}

static void steal(const Edition *e, State *s, int victim, Stream *c) {
    /* tantan 9: one card at random; a thief steals again, a mouse bites at once. */
    int card = 0, k = below(c, held(s, victim));
    while (k >= s->hand[victim][card]) k -= s->hand[victim][card++];
    s->hand[victim][card]--;
    s->thefts--;
    if (card == THIEF)
        s->discarded[THIEF]++, s->thefts++;
    else if (card == MOUSE) {
        s->discarded[MOUSE]++;
        if (riches(s, s->actor)) {
            s->phase = BITE;
            return;
        }
    } else
        s->laid[s->actor][card]++;
    serve(e, s);
}

static void step(const Edition *e, State *s, int action, Stream *c) {
    int seat = s->actor;
    if (action < LOAD) {
        s->hand[seat][s->market[action - TAKE]]++;
        s->market[action - TAKE] = NONE;
        s->spent += e->slot_cost[action - TAKE];
        s->phase = BUYING;
    } else if (action < CONFIRM) {
        int card = action - LOAD;
        s->hand[seat][card]--;
        s->caravan[card]++;
        if (card != MOUSE) s->loading = card;
        s->phase = LOADING;
    } else if (action == CONFIRM) {
        if (s->phase == LOADING)
            finish_load(e, s);
        else
            finish_purchase(e, s);
    } else if (action < STEAL)
        take_lot(e, s, action - LOT);
    else if (action < FEED)
        steal(e, s, (seat + 1 + action - STEAL) % s->seats, c);
    else {
        s->laid[seat][action - FEED]--; /* tantan 8 */
        s->discarded[action - FEED]++;
        serve(e, s);
    }
}

static int most_of(const State *s, int card) {
    int most = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (s->laid[seat][card] > most) most = s->laid[seat][card];
    return most;
}

static int points(const Edition *e, const State *s, int seat) {
    /* tantan 14 */
    const int8_t *laid = s->laid[seat];
    int total = laid[LAMP] * laid[LAMP], largest = 0, kinds = 0;
    for (int good = 0; good < GOODS; good++) {
        total += laid[good] * e->points[good];
        if (laid[good] > largest) largest = laid[good];
        kinds += laid[good] > 0;
    }
    if (most_of(s, PRINCESS) == laid[PRINCESS]) total += laid[PRINCESS] * largest;
    if (most_of(s, MERCHANT) == laid[MERCHANT]) total += e->merchant_points * kinds * laid[MERCHANT];
    return total;
}

static int beats(const State *s, const int *scores, int seat, int other) {
    if (scores[seat] != scores[other]) return scores[seat] > scores[other];
    if (s->laid[seat][PRINCESS] != s->laid[other][PRINCESS]) return s->laid[seat][PRINCESS] > s->laid[other][PRINCESS];
    return s->laid[seat][MERCHANT] > s->laid[other][MERCHANT];
}

/* totals: decisions, the longest match, then for each seat its points and its shares of wins. */
void play_matches(const Edition *e, int seats, const uint32_t *key, int64_t first, int64_t count, int64_t *totals) {
    State s = {.seats = seats};
    Stream c = {0};
    uint8_t mask[ACTIONS];
    memcpy(c.key, key, 32);
    for (int64_t match = first; match < first + count; match++) {
        int64_t decisions = 0;
        c.stream = match, c.block = 0, c.used = 16;
        deal(e, &s, &c);
        for (; s.phase != OVER; decisions++) {
            int left = below(&c, legal(e, &s, mask)) + 1, action = -1;
            while (left > 0) left -= mask[++action];
            step(e, &s, action, &c);
        }
        int scores[SEATS], winners = 0, won[SEATS];
        for (int seat = 0; seat < seats; seat++) scores[seat] = points(e, &s, seat);
        for (int seat = 0; seat < seats; seat++) {
            won[seat] = 1;
            for (int other = 0; other < seats; other++) won[seat] &= !beats(&s, scores, other, seat);
            winners += won[seat];
        }
        totals[0] += decisions;
        if (decisions > totals[1]) totals[1] = decisions;
        for (int seat = 0; seat < seats; seat++) {
            totals[2 + 2 * seat] += scores[seat];
            if (won[seat]) totals[3 + 2 * seat] += SHARES / winners;
        }
    }
}
