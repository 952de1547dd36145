using AzurePerf.Core.Ids;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Workers;

namespace AzurePerf.TaskManager.Leadership;

/// <summary>Takes the lead when nobody has it and keeps it. Losing it stops nothing half-way: every step is a conditional write.</summary>
internal sealed partial class Leadership(
    LeaderStore leaders, EngineTimes times, IIdSource ids, TimeProvider time, ILogger<Leadership> logger)
{
    private readonly LeaderElection _election = new(ids.NewId(), times);
    private readonly long _origin = time.GetTimestamp();
    private LeaderState? _held;
    private bool _led;

    /// <summary>True while this process leads.</summary>
    public bool Leads => _election.Leads(Now);

    private TimeSpan Now => time.GetElapsedTime(_origin);

    /// <summary>Renews the lead when that is due, or tries to take it; true when this process leads.</summary>
    public async Task<bool> TryLeadAsync(CancellationToken cancellationToken)
    {
        var now = Now;
        if (!_election.Leads(now) || _election.RenewalIsDue(now))
        {
            await PutAsync(
                _held is null || !_election.Leads(now) ? await leaders.FindAsync(cancellationToken) : _held, now, cancellationToken);
        }

        return NoteChange(Leads);
    }

    /// <summary>Steps down, so that a successor need not wait.</summary>
    public async Task StepDownAsync(CancellationToken cancellationToken)
    {
        if (_held is not null && Leads)
        {
            _election.Lost();
            await leaders.RemoveAsync(_held, cancellationToken);
        }
    }

    private async Task PutAsync(LeaderState? stored, TimeSpan now, CancellationToken cancellationToken)
    {
        if (_election.Next(stored, now) is not { } claim)
        {
            return;
        }

        // Refused: another was faster, or an earlier write of ours landed without its answer; the next look tells.
        _held = await leaders.TryPutAsync(claim, cancellationToken);
        if (_held is null)
        {
            _election.Lost();
        }
        else
        {
            _election.Renewed(now);
        }
    }

    private bool NoteChange(bool leads)
    {
        if (leads != _led)
        {
            _led = leads;
            if (leads)
            {
                LogLeads();
            }
            else
            {
                LogFollows();
            }
        }

        return leads;
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "This TaskManager leads")]
    private partial void LogLeads();

    [LoggerMessage(Level = LogLevel.Warning, Message = "This TaskManager leads no more")]
    private partial void LogFollows();
}
