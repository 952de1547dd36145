namespace AzurePerf.Core.Gangs;

/// <summary>The agreement to start, stored before anybody is told.</summary>
/// <param name="Clock">The barrier's clock that it counts on.</param>
/// <param name="AtNanoseconds">When everybody starts, on that clock.</param>
/// <param name="Build">The one build that all members run.</param>
/// <param name="Members">One per row, the first row's first.</param>
public sealed record GangGo(string Clock, long AtNanoseconds, string Build, IReadOnlyList<GangMember> Members)
{
    /// <summary>The member that an execution is; null when it is none of them.</summary>
    public GangMember? Find(int task, int attempt, string workerId) =>
        Members.FirstOrDefault(member => member.Task == task && member.Attempt == attempt && member.WorkerId == workerId);
}
