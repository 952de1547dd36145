namespace AzurePerf.Core.Experiments.Compute;

/// <summary>Where the threads of a kernel run.</summary>
public enum ThreadPinning
{
    /// <summary>On the same processors from the first operation to the last, those of one client beside each other.</summary>
    Pinned,

    /// <summary>Wherever the system puts them.</summary>
    Free,
}
