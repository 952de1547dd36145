namespace AzurePerf.Cli.Runs;

/// <summary>What `submit` was told. Null and empty stand for "not said", so that the file or the server's default counts.</summary>
internal sealed record SubmitArguments
{
    public string? Experiment { get; init; }

    public string? Preset { get; init; }

    public string? Target { get; init; }

    public string? Name { get; init; }

    public string? OnError { get; init; }

    public int? Workers { get; init; }

    public int? Repetitions { get; init; }

    public int? RepeatEverySeconds { get; init; }

    public int? Seed { get; init; }

    /// <summary>`name=value[,value...]`.</summary>
    public IReadOnlyList<string> Parameters { get; init; } = [];

    /// <summary>`metric>limit`.</summary>
    public IReadOnlyList<string> FailIf { get; init; } = [];

    /// <summary>`key=value`.</summary>
    public IReadOnlyList<string> Tags { get; init; } = [];

    /// <summary>Where mail goes at the end.</summary>
    public string? Mail { get; init; }

    /// <summary>A run request as JSON that the other arguments are laid over; - for standard input.</summary>
    public string? File { get; init; }
}
