namespace AzurePerf.Core.Experiments.Network;

/// <summary>Which version of HTTP a call speaks.</summary>
public enum RpcProtocol
{
    /// <summary>HTTP/1.1.</summary>
    Http11,

    /// <summary>HTTP/2 without TLS, known beforehand.</summary>
    Http2,
}
