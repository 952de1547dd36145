using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using Xunit;

namespace AzurePerf.StorageTests.Probes;

[Collection(nameof(ProbeAccountCollection))]
public sealed class QueueProbeTests(ProbeAccount account)
{
    private const string OwnQueue = ProbeSession.Point + "x0";
    private const string SharedQueue = ProbeSession.Dataset + "x0";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Messages_are_stored_as_text_of_exactly_the_asked_size()
    {
        await using var session = new ProbeSession(account, "queue.add", new QueueAddOptions { MessageBytes = 777 }, Token);
        await session.PrepareAsync();
        await session.RunAsync(1);
        var message = await account.Queues.GetQueueClient(OwnQueue).PeekMessageAsync(Token);
        Assert.Equal(777, message.Value.MessageText.Length);
        Assert.All(message.Value.MessageText, character => Assert.True(char.IsAsciiLetterOrDigit(character)));
    }

    [Fact]
    public async Task Adding_to_an_own_queue_makes_it_longer()
    {
        await using var session = new ProbeSession(account, "queue.add", new QueueAddOptions { QueueLength = 5 }, Token);
        await session.PrepareAsync();
        Assert.Equal(5, await account.CountMessagesAsync(OwnQueue, Token));
        await session.RunAsync(2);
        Assert.Equal(5 + 2 * ProbeSession.Clients, await account.CountMessagesAsync(OwnQueue, Token));
    }

    [Theory]
    [InlineData(ReceiveDelete.Untimed)]
    [InlineData(ReceiveDelete.Timed)]
    public async Task Receiving_all_operations_leaves_the_length_that_was_asked_for(ReceiveDelete delete)
    {
        var options = new QueueReceiveOptions { OperationsPerClient = 3, QueueLength = 4, Delete = delete };
        await using var session = new ProbeSession(account, "queue.receive", options, Token);
        await session.PrepareAsync();
        await session.RunAsync(3);
        var taken = delete == ReceiveDelete.Timed ? 0 : 3 * ProbeSession.Clients;
        Assert.Equal(4 + taken, await account.CountMessagesAsync(OwnQueue, Token));
        Assert.Equal(4, (await account.Queues.GetQueueClient(OwnQueue).PeekMessagesAsync(32, Token)).Value.Length);
    }

    [Fact]
    public async Task A_queue_that_points_share_keeps_its_length_whatever_they_do()
    {
        // The most that may be taken: an eighth.
        const int Length = 8 * 2 * ProbeSession.Clients;
        var add = new QueueAddOptions { QueueLength = Length, SharesQueue = true };
        var receive = new QueueReceiveOptions { QueueLength = Length, SharesQueue = true, OperationsPerClient = 2 };
        Assert.Equal(add.Dataset(), receive.Dataset());
        await using var adding = new ProbeSession(account, "queue.add", add, Token);
        await adding.PrepareAsync();
        await adding.RunAsync(3);
        Assert.Equal(Length + (3 * ProbeSession.Clients), await account.CountMessagesAsync(SharedQueue, Token));
        Assert.Empty(await adding.Probe.RestoreAsync(Token));
        Assert.Equal(Length, await account.CountMessagesAsync(SharedQueue, Token));

        await using var receiving = new ProbeSession(account, "queue.receive", receive, Token, "azptestp2a1");
        await receiving.Probe.PreparePointAsync(Token);
        await receiving.RunAsync(2);
        Assert.Empty(await receiving.Probe.RestoreAsync(Token));
        Assert.Equal(Length, await account.CountMessagesAsync(SharedQueue, Token));
        await account.Queues.GetQueueClient(SharedQueue).ClearMessagesAsync(Token);
        Assert.Equal(2 * ProbeSession.Clients, (await receiving.Probe.RestoreAsync(Token)).Count);
    }

    [Fact]
    public async Task Messages_of_a_queue_that_points_share_do_not_expire_during_a_run_of_weeks()
    {
        var receive = new QueueReceiveOptions { QueueLength = 8 * ProbeSession.Clients, SharesQueue = true, OperationsPerClient = 1 };
        await using var session = new ProbeSession(account, "queue.receive", receive, Token);
        await session.PrepareAsync();
        await session.RunAsync(1);
        Assert.Empty(await session.Probe.RestoreAsync(Token));
        var messages = await account.Queues.GetQueueClient(SharedQueue).PeekMessagesAsync(32, Token);
        Assert.Equal(8 * ProbeSession.Clients, messages.Value.Length);
        Assert.All(messages.Value, message => Assert.True(message.ExpiresOn > message.InsertedOn!.Value.AddYears(10)));
    }

    [Fact]
    public async Task An_empty_queue_is_a_failed_operation()
    {
        await using var session = new ProbeSession(account, "queue.receive", new QueueReceiveOptions { OperationsPerClient = 1 }, Token);
        await session.PrepareAsync();
        await session.RunAsync(1);
        var failure = await Assert.ThrowsAnyAsync<Exception>(() => session.ExecuteAsync(0, 1));
        Assert.Equal(OperationOutcome.NotFound, new StorageOutcomes().Classify(failure, session.Probe.Mutates));
    }

    [Theory]
    [InlineData("queue.peek")]
    [InlineData("queue.receive")]
    public async Task A_foreign_message_is_corrupt(string probe)
    {
        QueueOptions options = probe == "queue.peek"
            ? new QueuePeekOptions { QueueLength = 1 }
            : new QueueReceiveOptions { QueueLength = 1, SharesQueue = true };
        await using var session = new ProbeSession(account, probe, options, Token);
        await session.PrepareAsync();
        var queue = account.Queues.GetQueueClient(SharedQueue);
        await queue.ClearMessagesAsync(Token);
        await queue.SendMessageAsync(new string('x', 512), Token);
        await Assert.ThrowsAsync<CorruptDataException>(() => session.ExecuteAsync(0, 0));
    }
}
