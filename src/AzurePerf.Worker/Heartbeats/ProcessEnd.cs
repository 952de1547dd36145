namespace AzurePerf.Worker.Heartbeats;

/// <summary>Ends this process at once, without cleaning up: for an execution that does not stop, and for the crashes that the selftest
/// makes.</summary>
/// <param name="reason">For whoever reads the crash.</param>
internal delegate void ProcessEnd(string reason);
