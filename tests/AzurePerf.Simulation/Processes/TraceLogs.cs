using Microsoft.Extensions.Logging;

namespace AzurePerf.Simulation.Processes;

/// <summary>What a process logs becomes part of the trace; its text is made only when the trace is read.</summary>
internal sealed class TraceLogs(SimulatedProcess process, Trace trace) : ILoggerFactory, ILogger
{
    public ILogger CreateLogger(string categoryName) => this;

    public void AddProvider(ILoggerProvider provider) => throw new NotSupportedException("a simulated process logs to the trace only");

    public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Warning;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
        trace.Note(new Entry(() => $"{process} logs: {formatter(state, exception)}{(exception is null ? "" : " " + exception.Message)}"));

    public void Dispose()
    {
    }

    private sealed record Entry(Func<string> Text)
    {
        public override string ToString() => Text();
    }
}
