using System.Diagnostics;

namespace AzurePerf.ProcessTests.Documents;

/// <summary>A shell in which commands of a document are typed as they stand there. The first that fails ends it.</summary>
internal sealed class DocumentTerminal : IAsyncDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(100);

    private readonly Process _shell;
    private readonly Lock _sync = new();
    private readonly List<string> _said = [];
    private TaskCompletionSource _more = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _typed;

    private DocumentTerminal(Process shell)
    {
        _shell = shell;
        _shell.OutputDataReceived += (_, line) => Note(line.Data);
        _shell.ErrorDataReceived += (_, line) => Note(line.Data);
        _shell.BeginOutputReadLine();
        _shell.BeginErrorReadLine();
    }

    /// <summary>All that was said so far.</summary>
    public string Said
    {
        get
        {
            lock (_sync)
            {
                return string.Join('\n', _said);
            }
        }
    }

    /// <summary>Opens a terminal, with a process group of its own as terminals have it.</summary>
    public static DocumentTerminal Open(string folder, IReadOnlyDictionary<string, string> environment)
    {
        var start = new ProcessStartInfo("setsid", ["bash", "-s"])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        var terminal = new DocumentTerminal(Process.Start(start)!);
        terminal.Type("set -e\n");
        return terminal;
    }

    /// <summary>Types commands and waits until they have ended; fails with all that was said where one fails.</summary>
    public async Task RunAsync(string commands)
    {
        var mark = $"-- {++_typed} done --";
        Type($"{commands}\necho '{mark}'\n");
        await UntilAsync(mark);
    }

    /// <summary>Types a command that stays, and waits until it says something.</summary>
    public Task RunUntilAsync(string command, string said)
    {
        Type(command);
        return UntilAsync(said);
    }

    /// <summary>Presses Ctrl-C, and waits until the shell and what runs in it have ended.</summary>
    public async ValueTask DisposeAsync()
    {
        var group = _shell.Id;
        OperatingSystemProcess.TrySignal(-group, OperatingSystemProcess.Interrupt);
        _shell.StandardInput.Close();
        await _shell.WaitForExitAsync(CancellationToken.None).WaitAsync(Limit, TimeProvider.System).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        OperatingSystemProcess.TrySignal(-group, OperatingSystemProcess.Kill);
        _shell.Dispose();
    }

    private void Type(string text)
    {
        _shell.StandardInput.Write(text);
        _shell.StandardInput.Flush();
    }

    private void Note(string? line)
    {
        lock (_sync)
        {
            if (line is not null)
            {
                _said.Add(line);
            }

            _more.TrySetResult();
            _more = new(TaskCreationOptions.RunContinuationsAsynchronously);
        }
    }

    private async Task UntilAsync(string wanted)
    {
        var started = TimeProvider.System.GetTimestamp();
        while (true)
        {
            Task more;
            lock (_sync)
            {
                if (_said.Any(line => line.Contains(wanted, StringComparison.Ordinal)))
                {
                    return;
                }

                more = _more.Task;
            }

            Assert.False(_shell.HasExited, $"a command failed before '{wanted}' was said:\n{Said}");
            Assert.True(TimeProvider.System.GetElapsedTime(started) < Limit, $"'{wanted}' was not said within {Limit.TotalSeconds:0} s:\n{Said}");
            await Task.WhenAny(more, Task.Delay(TimeSpan.FromSeconds(1), TimeProvider.System, TestContext.Current.CancellationToken));
        }
    }
}
