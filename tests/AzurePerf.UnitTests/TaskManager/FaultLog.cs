using Microsoft.Extensions.Logging;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>What a TaskManager logs as an error: a run that it ended for a fault, and a duty or a round that met one.</summary>
/// <param name="faults">Takes them.</param>
/// <param name="isDown">True while the process has ended already: what it logs then nobody reads.</param>
internal sealed class FaultLog(List<string> faults, Func<bool> isDown) : ILoggerProvider, ILogger
{
    public ILogger CreateLogger(string categoryName) => this;

    public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Error;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (IsEnabled(logLevel) && !isDown())
        {
            faults.Add($"{formatter(state, exception)} {exception}");
        }
    }

    public void Dispose()
    {
    }
}
