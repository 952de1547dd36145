namespace AzurePerf.Core.Runs;

/// <summary>Limits of a run request that belong to no single experiment.</summary>
public static class SpecLimits
{
    /// <summary>The longest request body, in bytes.</summary>
    public const int BodyBytes = 64 * 1024;

    public const int Points = 2_000;
    public const int Levels = 200;
    public const int Repetitions = 1_000;
    public const int NameLength = 200;
    public const int Tags = 20;
    public const int TagNameLength = 64;
    public const int TagValueLength = 256;
    public const int DefaultRepetitions = 10;

    /// <summary>Workers that one point may be spread over: one until gangs of workers exist.</summary>
    public const int Workers = 1;
}
