using System.Globalization;

namespace AzurePerf.Core.Programs;

/// <summary>What one run of a program may use.</summary>
/// <param name="MemoryMegabytes">Megabytes (2^20 bytes) of memory, of all its processes together.</param>
/// <param name="Seconds">Wall time.</param>
/// <param name="Processes">Processes and threads together.</param>
/// <param name="FileMegabytes">Megabytes (2^20 bytes) of all files that it makes; its package and what it is given do not count.</param>
/// <param name="Files">Files and folders that it makes; its package and what it is given do not count.</param>
public sealed record ProgramLimits(int MemoryMegabytes, int Seconds, int Processes, int FileMegabytes, int Files)
{
    /// <summary>Where neither program nor operator says otherwise.</summary>
    public static ProgramLimits Default { get; } = new(512, 60, 16, 100, 1_000);

    /// <summary>The limits of a run: those that the program asks for, else the default, never above the operator's.</summary>
    /// <param name="asked">What the program asks for; checked by <see cref="WhyNot"/> before.</param>
    /// <param name="most">The operator's.</param>
    public static ProgramLimits Of(ProgramLimitRequest asked, ProgramLimits most)
    {
        ArgumentNullException.ThrowIfNull(asked);
        ArgumentNullException.ThrowIfNull(most);
        return new(
            Math.Min(asked.MemoryMegabytes ?? Default.MemoryMegabytes, most.MemoryMegabytes),
            Math.Min(asked.Seconds ?? Default.Seconds, most.Seconds),
            Math.Min(asked.Processes ?? Default.Processes, most.Processes),
            Math.Min(asked.FileMegabytes ?? Default.FileMegabytes, most.FileMegabytes),
            Math.Min(asked.Files ?? Default.Files, most.Files));
    }

    /// <summary>One sentence when a program asks for more than the operator allows; else null.</summary>
    public static string? WhyNot(ProgramLimitRequest asked, ProgramLimits most)
    {
        ArgumentNullException.ThrowIfNull(asked);
        ArgumentNullException.ThrowIfNull(most);
        return Above("memoryMegabytes", " MiB", asked.MemoryMegabytes, most.MemoryMegabytes)
            ?? Above("seconds", " s", asked.Seconds, most.Seconds)
            ?? Above("processes", "", asked.Processes, most.Processes)
            ?? Above("fileMegabytes", " MiB", asked.FileMegabytes, most.FileMegabytes)
            ?? Above("files", "", asked.Files, most.Files);
    }

    private static string? Above(string name, string unit, int? asked, int most) => asked > most
        ? string.Create(
            CultureInfo.InvariantCulture, $"The program asks for {asked}{unit} ({name}); the operator allows at most {most}{unit}.")
        : null;
}

/// <summary>The limits that a program asks for, as in <see cref="ProgramLimits"/>; null takes the default.</summary>
public sealed record ProgramLimitRequest(
    int? MemoryMegabytes = null, int? Seconds = null, int? Processes = null, int? FileMegabytes = null, int? Files = null)
{
    public static ProgramLimitRequest None { get; } = new();
}
