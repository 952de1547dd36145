namespace AzurePerf.Cli.Local;

/// <summary>A host that the tool carries: its folder below hosts/ and its assembly.</summary>
internal sealed record HostKind(string Folder, string Assembly)
{
    public static readonly HostKind Web = new("web", "AzurePerf.Web.dll");
    public static readonly HostKind TaskManager = new("taskmanager", "AzurePerf.TaskManager.dll");
    public static readonly HostKind Worker = new("worker", "AzurePerf.Worker.dll");
}
