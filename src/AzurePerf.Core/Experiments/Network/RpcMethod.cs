namespace AzurePerf.Core.Experiments.Network;

/// <summary>Which way the bytes of a call go.</summary>
public enum RpcMethod
{
    /// <summary>From the peer, in the answer.</summary>
    Get,

    /// <summary>To the peer, in the request.</summary>
    Post,
}
