using System.Globalization;
using AzurePerf.Simulation.ModelCheck.Rules;
using AzurePerf.Simulation.ModelCheck.Search;
using Xunit;

namespace AzurePerf.Simulation.ModelCheck;

/// <summary>The same with three workers and three faults, as far as the time lasts that the environment variable grants in minutes.</summary>
public sealed class LargerScopeTests(ITestOutputHelper output)
{
    private const string Minutes = "AZUREPERF_MODELCHECK_MINUTES";

    private const double NightMinutes = 10;

    /// <summary>About 100 bytes each.</summary>
    private const int MostStates = 60_000_000;

    private static readonly Scope[] All =
    [
        .. new[] { Scopes.Bag, Scopes.Single, Scopes.Point, Scopes.Gang }.Select(scope => scope with { Workers = 3, Faults = 3 }),
        Scopes.BagOfSlots with { SlotsEach = 3, Faults = 3 },
        Scopes.Bundle with { Faults = 3 },
        Scopes.Bundle with { Managers = 2, Faults = 1 },
        Scopes.Point with { Managers = 2, Faults = 2 },
        Scopes.Bag with { Managers = 2, Faults = 2 },
        Scopes.Gang with { Managers = 2, Faults = 2 },
    ];

    [Fact]
    public void More_workers_and_more_faults_break_nothing_either()
    {
        var granted = Environment.GetEnvironmentVariable(Minutes);
        Assert.SkipWhen(string.IsNullOrEmpty(granted) && !Night.IsOn, $"{Minutes} grants no time");
        var left = TimeSpan.FromMinutes(string.IsNullOrEmpty(granted) ? NightMinutes : double.Parse(granted, CultureInfo.InvariantCulture));
        for (var at = 0; at < All.Length; at++)
        {
            var outcome = new Searcher(All[at], new EngineRules()).Run(left / (All.Length - at), MostStates);
            left -= TimeSpan.FromSeconds(outcome.Seconds);
            output.WriteLine(outcome.ToString());
            Assert.True(outcome.Broken is null, outcome.ToString());
        }
    }
}
