namespace AzurePerf.Cli.Output;

/// <summary>What the command's exit code says; the same words stand in the root help.</summary>
internal static class ExitCode
{
    public const int Ok = 0;

    /// <summary>The command line was right, but what it asked for failed.</summary>
    public const int Failure = 1;

    /// <summary>The command line or the run request is wrong.</summary>
    public const int Usage = 2;

    /// <summary>The answer is no: `compare --fail-on regression` found one, or a run missed a criterion.</summary>
    public const int Missed = 3;

    /// <summary>A watch with --timeout ended before the run did.</summary>
    public const int TimedOut = 4;

    /// <summary>Ctrl-C, SIGTERM or a closed terminal.</summary>
    public const int Interrupted = 130;

    /// <summary>The table for the root help.</summary>
    public static IReadOnlyList<(int Code, string Meaning)> All { get; } =
    [
        (Ok, "done; for a followed run: it completed and met its criteria; without criteria, each configuration has a success"),
        (Failure,
            "failed, or a followed run failed, was cancelled, has criteria that cannot be told, has a configuration without a success, "
                + "or made no image that it was asked for"),
        (Usage, "the command line or the run request is wrong"),
        (Missed, "a followed run missed a criterion; compare --fail-on regression: a point regressed"),
        (TimedOut, "a watch with --timeout ended before the run, which goes on"),
        (Interrupted, "interrupted by Ctrl-C or SIGTERM"),
    ];
}
