namespace AzurePerf.Core.Experiments;

/// <summary>What every preset of a name has in common over the experiments: warm-up, repetitions and client levels.</summary>
internal static class StandardPresets
{
    /// <summary>Merges an experiment's own paper, reduced and quick values with the ones all experiments share.</summary>
    public static Preset[] With(object paper, object reduced, object quick) =>
    [
        Merge(Preset.Paper, 10, new { clients = ClientLevels.Paper }, paper),
        Merge(Preset.Reduced, 6, new { clients = ClientLevels.Reduced, warmUpOperations = 20, warmUpSeconds = 1 }, reduced),
        Merge(Preset.Quick, 2, new { clients = ClientLevels.Quick, warmUpOperations = 10, warmUpSeconds = 0.3, operationsPerClient = 20 },
            quick),
    ];

    /// <summary>The same presets as series: how many repetitions each has, and the seconds from one to the next; 0 seconds for one that is
    /// no series.</summary>
    public static Preset[] AsSeries(this Preset[] presets, params (int Repetitions, int EverySeconds)[] series) =>
        [.. presets.Zip(
            series, (preset, times) => preset with { Repetitions = times.Repetitions, RepeatEverySeconds = times.EverySeconds })];

    private static Preset Merge(string name, int repetitions, object shared, object own)
    {
        var preset = Preset.Of(name, repetitions, shared);
        foreach (var (parameter, value) in Preset.Of(name, repetitions, own).Parameters)
        {
            preset.Parameters[parameter] = value?.DeepClone();
        }

        return preset;
    }
}

/// <summary>Concurrency levels of the published sweeps and of their smaller copies.</summary>
internal static class ClientLevels
{
    /// <summary>Hill et al. say "1 to 192"; the entity counts they give fit these levels.</summary>
    public static readonly int[] Paper = [1, 2, 4, 8, 16, 32, 64, 128, 192];

    public static readonly int[] Reduced = [1, 2, 4, 8, 16];

    public static readonly int[] Quick = [1, 4];
}
