using Azure.Storage.Queues;
using AzurePerf.Storage.Queues;
using AzurePerf.Testing.Conformance;

namespace AzurePerf.StorageTests.Control;

public sealed class AzureMessageQueueTests(AzuriteFixture azurite) : MessageQueueConformance
{
    protected override IMessageQueue Queue { get; } = new AzureMessageQueue(new QueueClient(azurite.ConnectionString, azurite.NewName()));
}
