using AzurePerf.Core.Api;

namespace AzurePerf.Web.Live;

/// <summary>A run as its feed saw it last. Never changes: the next reading makes another one.</summary>
/// <param name="Run">The run.</param>
/// <param name="Json">The run as the API writes it, once for everybody who watches.</param>
/// <param name="Version">Counts what differed from the reading before, from 1.</param>
/// <param name="Tail">Its events.</param>
/// <param name="ReadAt">Timestamp of the reading.</param>
/// <param name="Outdated">How often it was said, when the reading began, that what was read before is outdated.</param>
/// <param name="Over">The run has ended and every event of it is in the tail: nothing follows.</param>
internal sealed record RunView(RunResponse Run, ReadOnlyMemory<byte> Json, int Version, EventTail Tail, long ReadAt, int Outdated, bool Over);
