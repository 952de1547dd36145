namespace AzurePerf.Probes.Targets.Storage;

internal static class StorageScope
{
    extension(ProbeScope scope)
    {
        /// <summary>The account under measurement. The probe does not dispose it.</summary>
        public StorageTarget Account => scope.Opened<StorageTarget>();
    }
}
