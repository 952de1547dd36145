using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Data.Tables;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;
using AzurePerf.Core.Targets;

namespace AzurePerf.Probes.Targets;

/// <summary>How to open service clients on one account: its address and, where it is named by URI, the credential that signs in.</summary>
/// <param name="Address">The configured account; no request goes anywhere else.</param>
/// <param name="Credential">Null when the address carries a key.</param>
internal sealed record StorageAccess(StorageAccountAddress Address, TokenCredential? Credential)
{
    /// <summary>A failure is data: it must not be hidden behind a second attempt.</summary>
    public const int MeasuredRetries = 0;

    /// <summary>Clients whose every failure shows: nothing is retried, and each request that goes out is counted.</summary>
    public StorageClients OpenMeasured(HttpPipelineTransport transport, HttpPipelinePolicy wireRequests, TimeSpan networkTimeout) => Open(transport, options =>
    {
        options.Retry.MaxRetries = MeasuredRetries;
        options.Retry.NetworkTimeout = networkTimeout;
        options.AddPolicy(wireRequests, HttpPipelinePosition.PerRetry);
    });

    /// <summary>Clients for harness work, with the retries that an application has by default.</summary>
    public StorageClients OpenForSetUp(HttpPipelineTransport transport) => Open(transport, _ => { });

    private StorageClients Open(HttpPipelineTransport transport, Action<ClientOptions> configure)
    {
        var blobs = Configured(new BlobClientOptions());
        var queues = Configured(new QueueClientOptions());
        var tables = Configured(new TableClientOptions());
        return Address.ConnectionString is { } text
            ? new(new(text, blobs), new(text, queues), new(text, tables))
            : new(new(Address.BlobEndpoint, Credential, blobs), new(Address.QueueEndpoint, Credential, queues), new(Address.TableEndpoint, Credential, tables));

        TOptions Configured<TOptions>(TOptions options)
            where TOptions : ClientOptions
        {
            options.Transport = transport;
            options.Diagnostics.IsLoggingEnabled = false;
            options.Diagnostics.IsDistributedTracingEnabled = false;
            options.Diagnostics.IsTelemetryEnabled = false;
            options.AddPolicy(new OwnHostPolicy(Address), HttpPipelinePosition.BeforeTransport);
            configure(options);
            return options;
        }
    }
}
