using System.Runtime.InteropServices;
using AzurePerf.Core.Texts;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Worker.Programs;

/// <summary>Why a program did not end with success, for the person whose program it is.</summary>
internal static class ProgramEndText
{
    private const int NoSuchFile = 2;
    private const int NotExecutable = 8;

    /// <summary>One sentence.</summary>
    /// <param name="result">How the program ended.</param>
    /// <param name="run">The file that was run, as its manifest has it.</param>
    public static string Of(SandboxResult result, string run) => result switch
    {
        { IsNotExecutable: true, FailedErrno: NotExecutable } =>
            $"The program's file '{run}' cannot be executed here: this worker's processor is {Processor}, and the file is for another one "
                + "or damaged.",
        { IsNotExecutable: true, FailedErrno: NoSuchFile } =>
            $"The program's file '{run}' cannot be executed here: the interpreter that its first line names, or the loader that it asks "
                + "for, is not on this worker.",
        _ => result.Sentence,
    };

    /// <summary>What may be why a result is missing, after the sentence that says so: processes that a program starts and does not wait
    /// for are ended with it. Empty for nothing.</summary>
    public static string Left(SandboxResult result) => result.LeftProcesses == 0 ? ""
        : $" When it ended, {NumberFormat.Count(result.LeftProcesses)} "
            + (result.LeftProcesses == 1 ? "process" : "processes") + " that it had started still ran, and "
            + (result.LeftProcesses == 1 ? "was" : "were") + " ended with it: a program must wait for what it starts.";

    /// <summary>Whether it is the program's own fault that the kernel did not execute its file.</summary>
    public static bool IsOfFile(SandboxResult result) => result is { IsNotExecutable: true, FailedErrno: NotExecutable or NoSuchFile };

    private static string Processor => CamelCase.Of(RuntimeInformation.ProcessArchitecture);
}
