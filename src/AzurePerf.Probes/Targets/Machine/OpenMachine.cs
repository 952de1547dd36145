namespace AzurePerf.Probes.Targets.Machine;

/// <summary>The worker's own machine while a task measures it.</summary>
/// <param name="diskDirectory">Folder on the disk under measurement.</param>
internal sealed class OpenMachine(string diskDirectory) : IOpenTarget
{
    public string DiskDirectory => diskDirectory;

    /// <summary>Files on the disk go with the probe that made them.</summary>
    public bool KeepsResources => false;

    public void Dispose()
    {
    }
}
