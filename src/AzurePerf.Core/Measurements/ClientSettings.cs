namespace AzurePerf.Core.Measurements;

/// <summary>Settings of the clients that made the measured requests, as they were in force.</summary>
public sealed record ClientSettings
{
    /// <summary>Retries of the client library.</summary>
    public required int MaximumRetries { get; init; }

    /// <summary>Seconds after which a request, and the making of a connection, is given up.</summary>
    public required double TimeoutSeconds { get; init; }

    /// <summary>Connections that one client may have to one server.</summary>
    public required int ConnectionsPerServer { get; init; }

    /// <summary>Seconds after which a connection is renewed; null for never.</summary>
    public required double? ConnectionLifetimeSeconds { get; init; }

    /// <summary>True when small packets are sent at once.</summary>
    public required bool NoDelay { get; init; }

    /// <summary>True when requests may go through a proxy.</summary>
    public required bool Proxy { get; init; }

    /// <summary>True when answers may be compressed on the way.</summary>
    public required bool Compression { get; init; }
}
