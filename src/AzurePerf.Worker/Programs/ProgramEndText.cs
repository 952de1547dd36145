using System.Globalization;
using System.Runtime.InteropServices;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Texts;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Worker.Programs;

/// <summary>Why a program did not end with success, for the person whose program it is.</summary>
internal static class ProgramEndText
{
    private const int NotExecutable = 8;

    /// <summary>ENOENT, ENOTDIR, EINVAL, ELOOP and ELIBBAD: the file is there, so it is what shall execute it. EACCES is left out, which a
    /// folder that lets nothing be executed gives too.</summary>
    private static readonly int[] OfInterpreter = [2, 20, 22, 40, 80];

    /// <summary>One sentence.</summary>
    /// <param name="result">How the program ended.</param>
    /// <param name="run">The file that was run, as its manifest has it.</param>
    /// <param name="limits">Of the program.</param>
    /// <param name="placed">What lay in its folder before it began, which the sandbox counts and the program's limits do not.</param>
    public static string Of(SandboxResult result, string run, ProgramLimits limits, PlacedFiles placed) => result switch
    {
        { End: SandboxEnd.OverLimit } when LimitText(result, limits, placed) is { } text => $"The program was ended: {text}.",
        { IsNotExecutable: true, FailedErrno: NotExecutable } =>
            $"The program's file '{run}' cannot be executed here: this worker's processor is {Processor}, and the file is for another one "
                + "or damaged.",
        { IsNotExecutable: true } when IsOfFile(result) =>
            $"The program's file '{run}' cannot be executed here: the interpreter that its first line names, or the loader that it asks "
                + "for, is not on this worker or cannot be executed.",
        _ => result.Sentence,
    };

    /// <summary>What may be why a result is missing, after the sentence that says so: processes that a program starts and does not wait
    /// for are ended with it. Empty for nothing.</summary>
    public static string Left(SandboxResult result) => result.LeftProcesses == 0 ? ""
        : $" When it ended, {NumberFormat.Count(result.LeftProcesses)} "
            + (result.LeftProcesses == 1 ? "process" : "processes") + " that it had started still ran, and "
            + (result.LeftProcesses == 1 ? "was" : "were") + " ended with it: a program must wait for what it starts.";

    /// <summary>Whether it is the program's own fault that the kernel did not execute its file.</summary>
    public static bool IsOfFile(SandboxResult result) =>
        result.IsNotExecutable && (result.FailedErrno == NotExecutable || OfInterpreter.Contains(result.FailedErrno));

    /// <summary>The limit with the name that reduce.json asks for it by, and the most that was seen; null for what no program
    /// sets.</summary>
    private static string? LimitText(SandboxResult result, ProgramLimits limits, PlacedFiles placed) => result.Limit switch
    {
        SandboxLimit.Memory => $"it used more memory than its limit of {NumberFormat.Count(limits.MemoryMegabytes)} MiB (memoryMegabytes); "
            + $"{Mebibytes(result.PeakMemoryBytes)} were seen",
        SandboxLimit.FolderBytes => $"its files became larger than its limit of {NumberFormat.Count(limits.FileMegabytes)} MiB "
            + $"(fileMegabytes); {Mebibytes(result.PeakFolderBytes - placed.Bytes)} were seen",
        SandboxLimit.Files => $"it made more files than its limit of {NumberFormat.Count(limits.Files)} (files); "
            + $"{NumberFormat.Count(result.PeakFiles - placed.Files)} were seen",
        SandboxLimit.Processes => $"it started more processes and threads than its limit of {NumberFormat.Count(limits.Processes)} "
            + $"(processes); {NumberFormat.Count(result.PeakProcesses)} were seen",
        SandboxLimit.WallTime => $"it ran longer than its limit of {NumberFormat.Count(limits.Seconds)} s (seconds)",
        SandboxLimit.ProcessorTime => $"it used {NumberFormat.Count((long)result.ProcessorTime.TotalSeconds)} s of processor time, which "
            + $"is more than its limit of {NumberFormat.Count(limits.Seconds)} s (seconds) on each processor",
        _ => null,
    };

    private static string Mebibytes(long bytes) =>
        string.Create(CultureInfo.InvariantCulture, $"{Math.Max(0, bytes) / (double)(1 << 20):#,0.#} MiB");

    private static string Processor => CamelCase.Of(RuntimeInformation.ProcessArchitecture);
}
