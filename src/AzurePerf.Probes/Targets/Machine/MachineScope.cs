namespace AzurePerf.Probes.Targets.Machine;

internal static class MachineScope
{
    extension(ProbeScope scope)
    {
        /// <summary>Folder on the disk under measurement.</summary>
        public string DiskDirectory => scope.Opened<OpenMachine>().DiskDirectory;
    }
}
