using System.Text.Json;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Texts;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Gangs;

/// <summary>What goes over the wire between a worker and the barrier.</summary>
public sealed class BarrierWireTests
{
    private static readonly JsonSerializerOptions Indented = new(ApiJson.Options) { WriteIndented = true, NewLine = "\n" };

    [Fact]
    public void An_arrival_looks_like_the_golden_file() => Check("barrier-arrival.json", SampleGang.Member(7, BarrierPhase.Warm));

    [Fact]
    public void A_start_looks_like_the_golden_file() => Check("barrier-answer.json", BarrierAnswer.Of(new BarrierDecision.Go(SampleGang.Go().Members[1])));

    [Fact]
    public void A_reading_of_the_clock_looks_like_the_golden_file() => Check("barrier-clock.json", new ClockReading("clock", 1_000, 2_000));

    [Fact]
    public void An_agreement_is_stored_and_never_told_as_such() =>
        Assert.Throws<ArgumentException>(() => BarrierAnswer.Of(new BarrierDecision.Agree(SampleGang.Go())));

    private static void Check<T>(string file, T record)
    {
        GoldenFile.Check(file, JsonSerializer.Serialize(record, Indented) + "\n");
        Assert.Equal(JsonSerializer.Serialize(record, Indented) + "\n", JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(GoldenFile.Read(file), ApiJson.Options), Indented) + "\n");
    }
}
