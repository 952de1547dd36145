using AzurePerf.Core.Measurements;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Probes.Sql;

/// <summary>What performs one transaction at a time.</summary>
internal sealed class ClientLane(WorkloadClient client)
{
    private const int ComparedAnswers = 500;
    private static readonly SqlOutcomes Outcomes = new();

    private Digest _answered;
    private int _answers;

    public WorkloadClient Client => client;

    public ISqlSession? Session { get; set; }

    /// <summary>What cancels the client's calls, and with that ends the session.</summary>
    public CancellationToken Until { get; set; }

    public TransactionType Type { get; set; }

    /// <summary>In the warm-up too, as the server counts them.</summary>
    public long Committed { get; private set; }

    /// <summary>In the measurement.</summary>
    public long RolledBack { get; private set; }

    /// <summary>Of which the server told it, in the warm-up too.</summary>
    public long Deadlocks { get; private set; }

    /// <summary>True when it lost a connection, and with that perhaps an answer.</summary>
    public bool LostAnswers { get; private set; }

    /// <summary>Failed transactions of the measurement; frame 0: for lack of a connection.</summary>
    public Dictionary<(TransactionType Type, int Frame), long> FailedFrames { get; } = [];

    /// <summary>Hash of what the first <see cref="ComparedAnswers"/> transactions told; null until all of them have answered, and for
    /// ever when one of them fails. A whole number below 2^48, so that a text of it is exact.</summary>
    public long? FirstAnswers => _answers == ComparedAnswers ? (long)(_answered.Value >> 16) : null;

    /// <summary>Counts a transaction that has ended, while its session is still there.</summary>
    /// <param name="result">How it ended.</param>
    /// <param name="isMeasured">False in the warm-up.</param>
    public void Count(TransactionResult result, bool isMeasured)
    {
        LostAnswers |= Session is not { IsOpen: true };
        switch (result.End)
        {
            case TransactionEnd.Committed:
                Committed++;
                Answered(result.Digest);
                break;
            case TransactionEnd.RolledBack:
                RolledBack += isMeasured ? 1 : 0;
                break;
            default:
                Deadlocks += Outcomes.Classify(result.Failure!, mutates: false) == OperationOutcome.Deadlock ? 1 : 0;
                Failed(result.Type, result.Frame, isMeasured);
                break;
        }
    }

    /// <summary>Counts a transaction that got no connection.</summary>
    /// <param name="isMeasured">False in the warm-up.</param>
    public void CountUnconnected(bool isMeasured) => Failed(Type, frame: 0, isMeasured);

    public async ValueTask LeaveAsync()
    {
        if (Session is { } left)
        {
            Session = null;
            await left.DisposeAsync();
        }
    }

    private void Answered(ulong digest)
    {
        if (_answers >= 0 && _answers < ComparedAnswers)
        {
            _answered.Add([unchecked((long)digest)]);
            _answers++;
        }
    }

    private void Failed(TransactionType type, int frame, bool isMeasured)
    {
        if (_answers < ComparedAnswers)
        {
            _answers = -1;
        }

        if (isMeasured)
        {
            FailedFrames[(type, frame)] = FailedFrames.GetValueOrDefault((type, frame)) + 1;
        }
    }
}
