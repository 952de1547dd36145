using Azure.Data.Tables;
using Azure.Storage.Blobs;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.StorageTests.Control;

/// <summary>Quotas over the tables of a service, whose answers come in pages and in any order.</summary>
public sealed class QuotasOnTheServiceTests(AzuriteFixture azurite)
{
    private static readonly LimitOptions Limits = new() { OpenTasksPerOwner = 100, KeptBytesPerOwner = 1_000 };

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Of_many_submissions_at_once_only_as_many_are_accepted_as_fit_and_an_end_makes_room()
    {
        var rows = new AzureRowStore(new TableServiceClient(azurite.ConnectionString), azurite.NewName());
        await rows.CreateTablesAsync(ControlNames.Tables, Cancelled);
        var products = new AzureBlobStore(new BlobContainerClient(azurite.ConnectionString, azurite.NewName()));
        var (runs, time) = (new RunStore(rows), TimeProvider.System);
        var submission = new RunSubmission(
            runs, Allowances.Unlimited(runs), new InMemoryMessageQueue(time), new RandomIdSource(), time,
            quotas: Allowances.Quotas(rows, products, Limits, time));

        var submitted = await Task.WhenAll(Enumerable.Range(0, 10).Select(_ => SubmitAsync(submission)));

        var accepted = submitted.Where(one => one.Outcome == SubmissionOutcome.Accepted).Select(one => one.Run).ToList();
        Assert.InRange(accepted.Count, 0, 2);
        Assert.All(submitted, one => Assert.True(one.Outcome == SubmissionOutcome.Accepted || one.Faults[0].Path == "Limits:OpenTasksPerOwner"));
        while (accepted.Count < 2)
        {
            accepted.Add((await SubmitAsync(submission)).Run);
        }

        Assert.Equal(accepted.Select(run => run.RunId).Order(), (await ListAsync(runs)).Order());
        Assert.Equal(SubmissionOutcome.OverLimit, (await SubmitAsync(submission)).Outcome);
        var first = (await runs.FindAsync(accepted[0].RunId, Cancelled))!;
        var ended = await runs.TryReplaceAsync(first with { Status = RunStatus.Cancelled, EndedAt = time.GetUtcNow(), Use = new(7, 0, 1.5) }, Cancelled);
        await runs.PutIndexAsync(ended!, Cancelled);

        Assert.Equal(SubmissionOutcome.Accepted, (await SubmitAsync(submission)).Outcome);
        Assert.Equal(new RunUse(7, 0, 1.5), (await runs.FindAsync(first.RunId, Cancelled))!.Use);
    }

    private static async Task<string[]> ListAsync(RunStore runs)
    {
        var months = await runs.ListMonthsAsync(Cancelled);
        return await months.ToAsyncEnumerable().SelectMany(month => runs.ListMonthAsync(month, Cancelled)).Select(entry => entry.RunId).ToArrayAsync(Cancelled);
    }

    private static Task<Submission> SubmitAsync(RunSubmission submission) => submission.SubmitAsync(Spec(), "ann", null, "request", Cancelled);

    private static RunSpec Spec() => new RunSpecReader(Shipped.Experiments, Shipped.Targets(["default"]), new SeededIdSource(7)).Read(
        """{ "experiment": "selftest.bag", "preset": "quick", "parameters": { "tasks": 50 } }"""u8.ToArray()).Spec!;
}
