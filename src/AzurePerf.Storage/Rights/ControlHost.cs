namespace AzurePerf.Storage.Rights;

/// <summary>Who reaches the control account. Each has an identity of its own in the cloud.</summary>
public enum ControlHost
{
    Web,
    TaskManager,
    MeasureWorker,
    BagWorker,
    PeerWorker,

    /// <summary>What starts and stops workers by the length of their queues: the platform, with the identity that a scale rule names.</summary>
    Scaler,
}
