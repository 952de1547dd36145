namespace AzurePerf.Core.Programs;

/// <summary>The name of a program: SHA-256 of its zip, 64 digits of 0-9 and a-f.</summary>
public static class ProgramHash
{
    public const int Characters = 64;

    /// <summary>Fewer digits do not name a program, however few programs there are.</summary>
    public const int ShortestPrefix = 8;

    public static bool IsValid(string? text) => text is { Length: Characters } && text.All(char.IsAsciiHexDigitLower);

    /// <summary>True for the beginning of a hash, or all of it, that is long enough to name a program.</summary>
    public static bool IsPrefix(string? text) =>
        text is { Length: >= ShortestPrefix and <= Characters } && text.All(char.IsAsciiHexDigitLower);
}
