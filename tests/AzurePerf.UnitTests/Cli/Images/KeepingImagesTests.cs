using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Limits;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Images;

public sealed class KeepingImagesTests
{
    private static readonly DateTimeOffset At = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    private static readonly (string, long, long, double, DateTimeOffset)[] Kinds =
        [("source", 40, 400_000_000_000, 36_000, At), ("image", 120, 820_000_000, 72_000, At)];

    [Fact]
    public async Task The_answer_comes_first_and_then_a_row_for_each_kind_with_the_reason()
    {
        var tool = new ToolRun(Answering(PriceList.Shipped with { Products = new(0.12, 0.12) }));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "keeping"));

        Assert.StartsWith("keep image; no advice for source\n", tool.Output, StringComparison.Ordinal);
        Assert.Matches(@"(?m)^source +40 +400,000 +10\.0 +1\.20 +48\.0 +no advice: the archive may be slow, or not have it any more$", tool.Output);
        Assert.Matches(@"(?m)^image +120 +820 +20\.0 +2\.40 +0\.0984 +one use in 24\.4 months pays for keeping$", tool.Output);
        Assert.EndsWith("; prices of 2026-11-22\n", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_prices_nothing_is_advised_and_the_reason_is_said()
    {
        var tool = new ToolRun(Answering(PriceList.Shipped));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "keeping"));

        Assert.Matches(@"(?m)^source +40 +400,000 +10\.0$", tool.Output);
        Assert.DoesNotContain("keep ", tool.Output, StringComparison.Ordinal);
        Assert.EndsWith("no advice: the price file has no prices of products; Limits:PriceFile names one of your own\n", tool.Output.Replace("\n  ", " "), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_program_gets_a_line_for_each_kind()
    {
        var tool = new ToolRun(Answering(PriceList.Shipped with { Products = new(0, 0.12) }));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "keeping", "--output", "csv"));

        Assert.Equal(3, tool.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        Assert.EndsWith("image,120,820000000,72000,2026-03-01T00:00:00.0000000Z,2.4,0,,keep,keeping costs nothing,USD,2026-11-22\n", tool.Output, StringComparison.Ordinal);
    }

    private static StubApi Answering(PriceList prices) => new(request =>
        request.Path == "/api/v1/images/keeping" ? StubApi.Json(ImageKeepingResponse.Of(Kinds, prices)) : StubApi.Text("", System.Net.HttpStatusCode.NotFound));
}
