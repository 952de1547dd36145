using AzurePerf.Worker.Heartbeats;
using Microsoft.Extensions.Logging;

namespace AzurePerf.UnitTests.Worker.Heartbeats;

/// <summary>What a shutdown logs.</summary>
internal sealed class LogLines : ILogger<WorkerShutdown>
{
    private readonly List<string> _lines = [];

    public IReadOnlyList<string> Lines => _lines;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
        _lines.Add(formatter(state, exception));
}
