namespace AzurePerf.Testing.Storage;

/// <summary>The rule by which the platform scales a pool of workers, in the words of KEDA's queue scaler and of the autoscaler behind
/// it.</summary>
public static class CloudScaling
{
    public const string Scaler = "azure-queue";

    /// <summary>Visible messages and hidden ones: the message of a running task stays until its result is stored, so busy workers count as
    /// needed.</summary>
    public const string QueueLengthStrategy = "all";

    /// <summary>One message starts a worker.</summary>
    public const int ActivationQueueLength = 0;

    /// <summary>How often the scaler counts messages while there is no worker.</summary>
    public static readonly TimeSpan Polling = TimeSpan.FromSeconds(30);

    /// <summary>How often the autoscaler compares workers with messages while there is one.</summary>
    public static readonly TimeSpan Comparison = TimeSpan.FromSeconds(15);

    /// <summary>For how long fewer workers must have been wanted before any is ended, whichever; the same before the last one
    /// goes.</summary>
    public static readonly TimeSpan Cooldown = TimeSpan.FromSeconds(300);
}
