namespace AzurePerf.Core.Peers;

/// <summary>What a peer is asked to do with a connection. The numbers are on the wire.</summary>
public enum PeerService
{
    /// <summary>Return each message at once, and sleep until the next comes.</summary>
    EchoBlocking = 1,

    /// <summary>Return each message at once, and ask for the next one without end.</summary>
    EchoSpinning = 2,

    /// <summary>Read everything until the other side has sent its last byte, then tell what came.</summary>
    Drain = 3,

    /// <summary>Send the agreed bytes.</summary>
    Source = 4,
}
