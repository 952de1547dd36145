namespace AzurePerf.Probes.Targets.Peer;

internal static class PeerScope
{
    extension(ProbeScope scope)
    {
        /// <summary>How to reach the worker that answers.</summary>
        public PeerAccess PeerAccess => scope.Opened<OpenPeer>().Access;
    }
}
