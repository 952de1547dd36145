using System.Globalization;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;
using AzurePerf.Storage.Mail;
using AzurePerf.Storage.Requests;
using Xunit;

namespace AzurePerf.StorageTests.Control;

/// <summary>What the outbox costs on the service, whose answers have a thousand rows at most.</summary>
public sealed class OutboxOnTheServiceTests(AzuriteFixture azurite)
{
    private const int Sent = 1_000;
    private static readonly DateTimeOffset Then = new(2026, 3, 14, 9, 26, 53, TimeSpan.Zero);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_thousand_mails_that_were_sent_add_no_read_to_the_look_for_those_that_are_due()
    {
        var requests = new ControlRequests();
        var rows = ControlPlane.Connect(StorageAccountAddress.Parse(azurite.ConnectionString), azurite.NewName(), requests).Rows;
        await rows.CreateTablesAsync([ControlNames.OutboxTable], Cancelled);
        var outbox = new OutboxStore(rows);
        var waiting = OutboxMail.For("aaaaaaaaaaaaaaaaaaaa", "ann@example.com", "example.org", "azs_a", Then);
        await outbox.AddAsync(waiting, Cancelled);
        var alone = await LookAsync(outbox, requests, waiting.Id);

        foreach (var some in Enumerable.Range(0, Sent).Chunk(20))
        {
            await Task.WhenAll(some.Select(number => SendAsync(outbox, IdText.Hash("run", number.ToString(CultureInfo.InvariantCulture)))));
        }

        Assert.Equal((1, 1), (alone, await LookAsync(outbox, requests, waiting.Id)));
        Assert.Equal(Sent, await outbox.ListEndedAsync(Cancelled).CountAsync(entry => entry.Value?.State == OutboxState.Sent, Cancelled));
    }

    /// <summary>Requests of a look.</summary>
    private static async Task<long> LookAsync(OutboxStore outbox, ControlRequests requests, string waiting)
    {
        var before = requests.Total;
        Assert.Equal(waiting, Assert.Single(await outbox.ListAsync(Cancelled)).Value!.Id);
        return requests.Total - before;
    }

    /// <summary>As the TaskManager does.</summary>
    private static async Task SendAsync(OutboxStore outbox, string runId)
    {
        var mail = OutboxMail.For(runId, "ann@example.com", "example.org", "azs_a", Then);
        await outbox.AddAsync(mail, Cancelled);
        var claimed = (await outbox.TryReplaceAsync((await outbox.FindAsync(mail.Id, Cancelled))!.Claimed(Then), Cancelled))!;
        await outbox.FileAsync((await outbox.TryReplaceAsync(claimed.After(MailOutcome.Sent, Then), Cancelled))!, Cancelled);
    }
}
