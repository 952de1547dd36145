using System.ComponentModel.DataAnnotations;
using AzurePerf.Hosting.Settings;

namespace AzurePerf.UnitTests.Hosting;

internal sealed class SampleOptions
{
    [Range(1, 100, ErrorMessage = "must be from 1 to 100")]
    public int Slots { get; init; } = 4;

    [Range(1, 9)]
    public int Weight { get; init; } = 1;

    public int Seed { get; init; }

    [Range(0.001, 1e9)]
    public double? Hours { get; init; }

    public TimeSpan Heartbeat { get; init; } = TimeSpan.FromSeconds(5);

    public DayOfWeek? Day { get; init; }

    [Secret]
    public string? Token { get; init; }

    public string[] Pools { get; init; } = ["bag", "measure"];
}
