namespace AzurePerf.Core.Api;

/// <summary>What a task that nobody executes waits for.</summary>
public enum WaitCause
{
    /// <summary>An earlier stage of its run is not closed.</summary>
    EarlierStage,

    /// <summary>Its time in a series has not come.</summary>
    Due,

    /// <summary>It is not handed out yet: points go one after the other, and of a bag only so many messages are out as are worked off soon.</summary>
    Turn,

    /// <summary>It is handed out, and no worker with a free slot has taken it.</summary>
    Worker,
}
