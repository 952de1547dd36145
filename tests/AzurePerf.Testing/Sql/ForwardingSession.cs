using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Testing.Sql;

/// <summary>A session that does what another does, so that a test can change one thing.</summary>
public class ForwardingSession(ISqlSession session) : ISqlSession
{
    public long ConnectNanoseconds => session.ConnectNanoseconds;

    public bool IsOpen => session.IsOpen;

    public virtual bool CommitSent => session.CommitSent;

    public long WaitedNanoseconds => session.WaitedNanoseconds;

    public bool AnswerDirectly(CancellationToken until) => session.AnswerDirectly(until);

    public bool IsAnswer(Exception failure) => session.IsAnswer(failure);

    public virtual ValueTask BeginAsync(TransactionType type, CancellationToken cancellationToken) => session.BeginAsync(type, cancellationToken);

    public virtual ValueTask<ResultRows> QueryAsync(Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments) =>
        session.QueryAsync(statement, cancellationToken, arguments);

    public virtual ValueTask<int> ExecuteAsync(Statement statement, CancellationToken cancellationToken, params ReadOnlySpan<Cell> arguments) =>
        session.ExecuteAsync(statement, cancellationToken, arguments);

    public virtual ValueTask CommitAsync(CancellationToken cancellationToken) => session.CommitAsync(cancellationToken);

    public ValueTask<string> ReadIsolationAsync(TransactionType type, CancellationToken cancellationToken) =>
        session.ReadIsolationAsync(type, cancellationToken);

    public virtual ValueTask RollbackAsync(CancellationToken cancellationToken) => session.RollbackAsync(cancellationToken);

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return session.DisposeAsync();
    }
}
