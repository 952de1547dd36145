using System.Text.Json.Nodes;
using AzurePerf.Core.Kinds;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Kinds;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Golden;
using AzurePerf.UnitTests.Kinds;
using AzurePerf.UnitTests.Storage.Rows;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Kinds;

/// <summary>How tallies stand in rows, version 1: what is written is as in the golden files, and these read back as what was written.</summary>
public sealed class KindRowGoldenTests
{
    private static readonly KindHour Hour = new(
        KindKey.For("blob.download", StageKind.Measure, new JsonObject { ["sink"] = "none", ["clients"] = 4 }, "Standard_D4s_v5"),
        new(2026, 2, 14, 9, 0, 0, TimeSpan.Zero),
        KindTally.OfSuccess(TimeSpan.FromSeconds(10.2)).Plus(KindTally.OfSuccess(TimeSpan.FromSeconds(0.4)))
            .Plus(KindTally.OfEnd(FailureCause.TimedOut)).Plus(KindTally.OfEnd(FailureCause.TimedOut)).Plus(KindTally.OfEnd(FailureCause.ServerBusy)));

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_hour_of_a_kind_and_its_entry_in_the_list_of_the_day()
    {
        var rows = new InMemoryRowStore();
        await new KindStore(rows, new FakeTimeProvider()).AddAsync([Hour], "batch1", Cancelled);

        GoldenFile.Check("row-kind-day.json", RowText.Of(await rows.ListAsync(ControlNames.KindsTable, "!days", cancellationToken: Cancelled).SingleAsync(Cancelled)));
        GoldenFile.Check("row-kind.json", RowText.Of((await rows.FindAsync(ControlNames.KindsTable, Hour.Kind.RowKey, "2026021409", Cancelled))!));
    }

    [Fact]
    public async Task The_golden_rows_read_back_as_what_was_written()
    {
        var rows = new InMemoryRowStore();
        foreach (var file in new[] { "row-kind-day.json", "row-kind.json" })
        {
            await rows.PutAsync(ControlNames.KindsTable, RowText.Parse(GoldenFile.Read(file)), Cancelled);
        }

        var day = DateOnly.FromDateTime(Hour.Hour.UtcDateTime);
        var read = Assert.Single((await new KindStore(rows, new FakeTimeProvider()).ReadDaysAsync(day, day, Cancelled)).Hours);

        Assert.Equal((Hour.Kind, Hour.Hour, SampleTallies.TextOf(Hour.Tally)), (read.Kind, read.Hour, SampleTallies.TextOf(read.Tally)));
    }
}
