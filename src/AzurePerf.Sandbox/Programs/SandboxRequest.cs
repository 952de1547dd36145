namespace AzurePerf.Sandbox.Programs;

/// <summary>A program to run.</summary>
public sealed record SandboxRequest
{
    /// <summary>Path of the executable: absolute, or relative to the folder.</summary>
    public required string Program { get; init; }

    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>Absolute path of the folder it works in, the only one it can write. It is given to the program's user.</summary>
    public required string Folder { get; init; }

    /// <summary>Added to PATH, HOME, TMPDIR and LANG, which the sandbox sets. Nothing of the worker's own environment is seen.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>The user and group the program runs as; null: the worker's own, which must not be root.</summary>
    public uint? UserId { get; init; }

    public required SandboxLimits Limits { get; init; }

    /// <summary>True: no program is run; the launcher tries what a program must not be able to do.</summary>
    internal bool IsProof { get; init; }

    /// <summary>A newer Landlock is used as this version. Tests use older ones, for which the filter refuses more.</summary>
    internal int NewestLandlockAbi { get; init; } = int.MaxValue;

    /// <summary>The process whose memory the proof tries to read.</summary>
    internal int WorkerProcessId { get; init; }
}
