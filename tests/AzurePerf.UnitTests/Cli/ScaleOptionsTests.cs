using AzurePerf.Cli.Local;
using AzurePerf.Cli.Output;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class ScaleOptionsTests
{
    private readonly StubServices _services = new();

    [Fact]
    public async Task Without_them_the_measure_workers_are_fixed_and_a_bag_worker_comes_when_needed() =>
        Assert.Equal(new(1, 1, 0, 1, 8, new(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(60))), await NumbersOfAsync());

    [Fact]
    public async Task Limits_hold_for_each_pool() => Assert.Equal(
        new(1, 4, 1, 4, 16, new(TimeSpan.FromSeconds(5), TimeSpan.Zero)),
        await NumbersOfAsync("--min-workers", "1", "--max-workers", "4", "--slots", "16", "--scale-interval", "5", "--scale-cooldown", "0"));

    [Theory]
    [InlineData("--min-workers", "0", 0, 10)]
    [InlineData("--min-workers", "12", 12, 12)]
    [InlineData("--max-workers", "3", 0, 3)]
    public async Task One_limit_alone_leaves_the_other_to_its_default(string option, string value, int least, int most) =>
        Assert.Equal(new(least, most, least, most, 8, ScalePace.Default), await NumbersOfAsync(option, value));

    [Fact]
    public async Task Slots_and_pace_are_for_the_bag_worker_too_that_comes_by_itself() => Assert.Equal(
        WorkerNumbers.OfMeasure(2) with { BagSlots = 2, Pace = new(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(5)) },
        await NumbersOfAsync("--workers", "2", "--slots", "2", "--scale-cooldown", "5"));

    [Theory]
    [InlineData("give --workers for a fixed number, or --min-workers and --max-workers, not both", "--workers", "2", "--max-workers", "4")]
    [InlineData("--max-workers must be at least --min-workers, which is 5", "--min-workers", "5", "--max-workers", "4")]
    [InlineData("--max-workers must be a whole number from 1 to 64", "--max-workers", "0")]
    [InlineData("--slots must be a whole number from 1 to 64", "--slots", "0")]
    [InlineData("--scale-interval must be a whole number from 1 to 300", "--scale-interval", "0.5")]
    public async Task What_cannot_be_meant_is_said_before_anything_starts(string complaint, params string[] arguments)
    {
        var tool = new ToolRun(ToolRun.Unused) { Services = _services };

        Assert.Equal(ExitCode.Usage, await tool.RunAsync(["up", .. arguments]));

        Assert.Contains("azureperf: " + complaint + "\n", tool.Error, StringComparison.Ordinal);
        Assert.Null(_services.Started);
    }

    private async Task<WorkerNumbers> NumbersOfAsync(params string[] arguments)
    {
        using var interruption = new CancellationTokenSource();
        var running = new ToolRun(ToolRun.Unused) { Services = _services }.RunAsync(interruption.Token, ["up", .. arguments]);
        await interruption.CancelAsync();
        await running;
        return _services.Started!.Workers;
    }
}
