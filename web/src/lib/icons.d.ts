declare module "icon:*" {
  const icon: import("./icon").Icon;
  export default icon;
}
