namespace AzurePerf.Core.Experiments.Network;

/// <summary>Which way the bytes go.</summary>
public enum TransferDirection
{
    /// <summary>From the worker that measures to its peer, which times what it receives.</summary>
    Send,

    /// <summary>From the peer to the worker that measures.</summary>
    Receive,
}
