using System.Collections;
using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Launch;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>
/// Starts the launcher in a session of its own. By posix_spawn, not by <see cref="System.Diagnostics.Process"/>: that would collect
/// children by itself, and the guard must collect orphans that it did not start.
/// </summary>
internal sealed unsafe class LauncherProcess
{
    private const int CloseOnExecute = 0x80000;
    private const short NewSession = 0x80;

    private LauncherProcess(int id, int requests, int status, int output)
    {
        Id = id;
        Requests = requests;
        Status = status;
        Output = output;
    }

    /// <summary>Of the process, its group and its session, before and after it becomes the program.</summary>
    public int Id { get; }

    public int Requests { get; }

    public int Status { get; }

    public int Output { get; }

    public static LauncherProcess Start(SandboxCommand command)
    {
        var (requestsRead, requestsWrite) = Pipe();
        var (statusRead, statusWrite) = Pipe();
        var (outputRead, outputWrite) = Pipe();
        var actions = NativeMemoryBlock.Take(1024);
        var attributes = NativeMemoryBlock.Take(1024);
        _ = LibC.InitializeActions(actions);
        _ = LibC.AddDuplicate(actions, requestsRead, 0);
        _ = LibC.AddDuplicate(actions, outputWrite, 1);
        _ = LibC.AddDuplicate(actions, outputWrite, 2);
        _ = LibC.AddDuplicate(actions, statusWrite, LauncherVerb.StatusDescriptor);
        _ = LibC.InitializeAttributes(attributes);
        _ = LibC.SetFlags(attributes, NewSession);
        var id = 0;
        var failure = LibC.Spawn(
            &id, command.FileName, actions, attributes,
            NativeMemoryBlock.Texts([command.FileName, .. command.Arguments, LauncherVerb.Name]),
            NativeMemoryBlock.Texts(OwnEnvironment()));
        foreach (var handedOver in (ReadOnlySpan<int>)[requestsRead, statusWrite, outputWrite])
        {
            _ = LibC.Close(handedOver);
        }

        return failure == 0 ? new(id, requestsWrite, statusRead, outputRead) : throw new SetUpException(SetUpStep.Launcher, failure);
    }

    /// <summary>The next frame, or null when the launcher has become the program or has ended.</summary>
    public StatusFrame? NextStatus()
    {
        Span<byte> frame = stackalloc byte[StatusFrame.Bytes];
        return DescriptorMessages.Fill(Status, frame) ? StatusFrame.Read(frame) : null;
    }

    private static (int Read, int Write) Pipe()
    {
        var ends = stackalloc int[2];
        return LibC.Pipe(ends, CloseOnExecute) == 0
            ? (ends[0], ends[1])
            : throw new SetUpException(SetUpStep.Launcher, Marshal.GetLastPInvokeError());
    }

    /// <summary>The guard's: the worker gave it no more than a runtime needs.</summary>
    private static List<string> OwnEnvironment() =>
        [.. Environment.GetEnvironmentVariables().Cast<DictionaryEntry>().Select(variable => $"{variable.Key}={variable.Value}")];
}
