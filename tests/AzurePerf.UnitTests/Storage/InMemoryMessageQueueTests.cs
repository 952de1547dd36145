using AzurePerf.Storage.Queues;
using AzurePerf.Testing.Conformance;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Storage;

public sealed class InMemoryMessageQueueTests : MessageQueueConformance
{
    private readonly FakeTimeProvider _time = new();

    public InMemoryMessageQueueTests() => Queue = new InMemoryMessageQueue(_time);

    protected override IMessageQueue Queue { get; }

    [Fact]
    public async Task A_hidden_message_comes_back_when_its_time_is_over()
    {
        await Queue.PutAsync("x", TimeSpan.FromSeconds(5), TestContext.Current.CancellationToken);
        _time.Advance(TimeSpan.FromSeconds(5));
        Assert.Single(await Queue.GetAsync(1, TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken));

        _time.Advance(TimeSpan.FromSeconds(29.9));
        Assert.Empty(await Queue.GetAsync(1, TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken));
        _time.Advance(TimeSpan.FromSeconds(0.1));
        Assert.Single(await Queue.GetAsync(1, TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_part_of_a_second_is_a_whole_one()
    {
        await Queue.PutAsync("x", TimeSpan.FromSeconds(1.2), TestContext.Current.CancellationToken);
        _time.Advance(TimeSpan.FromSeconds(1.9));
        Assert.Empty(await Queue.GetAsync(1, TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken));
        _time.Advance(TimeSpan.FromSeconds(0.1));
        Assert.Single(await Queue.GetAsync(1, TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken));
    }
}
