namespace AzurePerf.Core.Gangs;

/// <summary>A member as GO lists it: exactly this execution may start, and no other one of the same row.</summary>
/// <param name="Task">Its row's number in the stage.</param>
/// <param name="Attempt">The execution of that row.</param>
/// <param name="WorkerId">The worker that owns it.</param>
/// <param name="HostId">The machine.</param>
/// <param name="OffsetNanoseconds">Barrier's clock minus the member's.</param>
/// <param name="BoundNanoseconds">The offset is wrong by at most this.</param>
/// <param name="StartNanoseconds">When it starts, on its own monotonic clock.</param>
/// <param name="Endpoint">What it told the others, such as where its server listens; empty for nothing.</param>
public sealed record GangMember(
    int Task,
    int Attempt,
    string WorkerId,
    string HostId,
    long OffsetNanoseconds,
    long BoundNanoseconds,
    long StartNanoseconds,
    string Endpoint);
