using System.Diagnostics;

namespace AzurePerf.Testing.Azurite;

/// <summary>What an emulator prints: its ports, and the last lines for the message of a failed start.</summary>
internal sealed class AzuriteOutput
{
    private const int KeptLines = 20;

    private readonly Lock _lock = new();
    private readonly Queue<string> _tail = new();
    private readonly TaskCompletionSource<AzuritePorts> _listening = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private AzuritePorts _ports = new(0, 0, 0);

    /// <summary>Completes when all services listen; fails if the emulator ends before.</summary>
    public Task<AzuritePorts> Ports => _listening.Task;

    public string Tail
    {
        get
        {
            lock (_lock)
            {
                return string.Join(Environment.NewLine, _tail);
            }
        }
    }

    public void Attach(Process process)
    {
        process.EnableRaisingEvents = true;
        process.Exited += (_, _) => _listening.TrySetException(
            new InvalidOperationException($"The storage emulator ended before it listened. It said: {Tail}"));
        process.OutputDataReceived += (_, line) => Add(line.Data);
        process.ErrorDataReceived += (_, line) => Add(line.Data);
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    private void Add(string? line)
    {
        if (line is null)
        {
            return;
        }

        lock (_lock)
        {
            _tail.Enqueue(line);
            if (_tail.Count > KeptLines)
            {
                _tail.Dequeue();
            }

            _ports = _ports.Read(line);
            if (_ports.AreKnown)
            {
                _listening.TrySetResult(_ports);
            }
        }
    }
}
