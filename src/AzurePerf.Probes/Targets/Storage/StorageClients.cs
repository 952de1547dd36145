using Azure.Data.Tables;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;

namespace AzurePerf.Probes.Targets.Storage;

/// <summary>The clients of one account's three services, over the same connections.</summary>
internal sealed record StorageClients(BlobServiceClient Blobs, QueueServiceClient Queues, TableServiceClient Tables);
