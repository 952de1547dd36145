namespace AzurePerf.Core.Gangs;

/// <summary>The barrier's answer to a question for the time.</summary>
/// <param name="Clock">Which clock this is: a barrier that starts anew has another one.</param>
/// <param name="ReceivedNanoseconds">Its time when the question came.</param>
/// <param name="AnsweredNanoseconds">Its time when the answer left.</param>
public sealed record ClockReading(string Clock, long ReceivedNanoseconds, long AnsweredNanoseconds);
