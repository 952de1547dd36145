namespace AzurePerf.Core.Experiments.Compute;

/// <summary>How a kernel of STREAM writes its result.</summary>
public enum StreamStores
{
    /// <summary>Through the caches: the memory is read before it is written, and that is not counted.</summary>
    Ordinary,

    /// <summary>Past the caches, which reads nothing.</summary>
    NonTemporal,
}
