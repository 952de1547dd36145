using System.Globalization;
using System.Text;
using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Programs;

/// <summary>What became of a program.</summary>
public sealed record SandboxResult
{
    public required SandboxEnd End { get; init; }

    /// <summary>The exit code or the signal; 0 otherwise.</summary>
    public int Code { get; init; }

    public SandboxLimit? Limit { get; init; }

    /// <summary>The kernel does not execute the program's file.</summary>
    public bool IsNotExecutable => End == SandboxEnd.NotSetUp && FailedStep == SetUpStep.Execute;

    /// <summary>The step of the set-up that failed, and the error number of the kernel.</summary>
    public string? FailedStep { get; init; }

    public int FailedErrno { get; init; }

    /// <summary>Why, where the kernel has no error number for it.</summary>
    public string? FailedCause { get; init; }

    /// <summary>From hand-over to the end of the last process.</summary>
    public TimeSpan WallTime { get; init; }

    public TimeSpan ProcessorTime { get; init; }

    /// <summary>The most that was seen in a look, ten times a second.</summary>
    public long PeakMemoryBytes { get; init; }

    public long PeakFolderBytes { get; init; }

    public int PeakFiles { get; init; }

    public int PeakProcesses { get; init; }

    /// <summary>Processes that still ran when the program itself had ended, and were ended.</summary>
    public int LeftProcesses { get; init; }

    /// <summary>Standard output and error, in the order they were written; of a long log its beginning and its end, with a line between
    /// that says how much is left out.</summary>
    public ReadOnlyMemory<byte> Log { get; init; }

    public long DroppedLogBytes { get; init; }

    public bool Succeeded => End == SandboxEnd.Exited && Code == 0;

    public string LogText => Encoding.UTF8.GetString(Log.Span);

    /// <summary>One sentence for the person whose program it is.</summary>
    public string Sentence => End switch
    {
        SandboxEnd.Exited when Code == 0 => "The program ended with success.",
        SandboxEnd.Exited => string.Create(CultureInfo.InvariantCulture, $"The program ended with exit code {Code}."),
        SandboxEnd.Signalled when Code == Signals.BadSystemCall =>
            "The program was ended: it made a system call that no program may make (SIGSYS).",
        SandboxEnd.Signalled => $"The program was ended by {Signals.Name(Code)}.",
        SandboxEnd.OverLimit => "The program was ended: " + LimitText(Limit) + ".",
        SandboxEnd.Cancelled => "The program was cancelled.",
        _ when FailedStep == SetUpStep.Guard => $"The sandbox failed: {FailedStep} failed{Cause}.",
        _ => $"The sandbox could not be set up: {FailedStep} failed{Errno.With(FailedErrno)}{Cause}.",
    };

    private string Cause => FailedCause is null ? "" : $" ({FailedCause.TrimEnd('.')})";

    private static string LimitText(SandboxLimit? limit) => limit switch
    {
        SandboxLimit.Memory => "it used more memory than its limit",
        SandboxLimit.FolderBytes => "its files became larger than its limit",
        SandboxLimit.Files => "it made more files than its limit",
        SandboxLimit.Processes => "it started more processes and threads than its limit",
        SandboxLimit.ProcessorTime => "it used more processor time than its limit",
        SandboxLimit.WallTime => "it ran longer than its limit",
        SandboxLimit.FreeSpace => "the disk had less free space than its reserve, which others may have used",
        _ => "it hid a folder, a file or a process, so that its use could not be measured",
    };
}

/// <summary>How a program ended.</summary>
public enum SandboxEnd
{
    Exited,

    /// <summary>Ended by a signal that the sandbox did not send.</summary>
    Signalled,
    OverLimit,
    Cancelled,

    /// <summary>It never ran, or its guard failed.</summary>
    NotSetUp,
}

/// <summary>What a program used too much of.</summary>
public enum SandboxLimit
{
    Memory,
    FolderBytes,
    Files,
    Processes,
    ProcessorTime,
    WallTime,

    /// <summary>It made a folder, a file or a process that cannot be looked at.</summary>
    Unwatchable,

    /// <summary>The file system of its folder has less free than the reserve; others may have filled it.</summary>
    FreeSpace,
}
